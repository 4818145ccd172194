-- What a database has of the declarations (db/upgrade).

-- The hash of each part of what follows from a declaration.
create table derived_part (resource text, part text, hash text not null, primary key (resource, part));

-- How far searches are that are being made anew: `block` of `blocks`.
create table derived_fill (resource text primary key, hash text not null, block bigint not null, blocks bigint not null);

-- The versions of the service that have started on this database.
create table release (version text primary key, at timestamptz not null default clock_timestamp());
