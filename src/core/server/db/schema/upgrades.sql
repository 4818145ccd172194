-- What a database has of the declarations (db/upgrade).

-- What the declarations of the tables were made of (db/upgrade): the hash of all that follows from one, and of each part.
create table derived (resource text primary key, hash text not null);

-- `whole`: the row of derived that a part belongs to.
create table derived_part (resource text, part text, hash text not null, whole text not null, primary key (resource, part));

-- How far searches are that are being made anew: `block` of `blocks`.
create table derived_fill (resource text primary key, hash text not null, block bigint not null, blocks bigint not null);

-- The versions of the service that have started on this database.
create table release (version text primary key, at timestamptz not null default clock_timestamp());
