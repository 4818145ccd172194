-- What `q` compares (docs/design.md#what-q-finds): the search table and the vocabulary of every resource use these functions.

create extension if not exists pg_trgm;

-- What search compares: lower case by Unicode, whatever the database's own locale is, and one space
-- for any. Each part begins with a space, so that '% cin%' means "a word that begins with cin".
create function search_form(value text) returns text language sql immutable parallel safe as
  $$ select regexp_replace(lower(normalize(value, NFKC) collate "und-x-icu"), '\s+', ' ', 'g') $$;

create function concat_search(variadic parts text[]) returns text language sql immutable parallel safe as
  $$ select ' ' || search_form(coalesce(array_to_string(parts, ' '), '')) $$;

create function json_words(list jsonb) returns text language sql immutable parallel safe as
  $$ select string_agg(word, ' ') from jsonb_array_elements_text(
       case when jsonb_typeof(list) = 'array' then list else '[]'::jsonb end) word $$;

-- Letters without their marks: "sautéed" is "sauteed". Letters that Unicode does not decompose follow.
create function search_fold(value text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(translate(
    regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'),
    'øłđħı', 'oldhi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss')
$$;

-- The terms of a record's words: each word but numbers, and after a space, the first letter and the first two of each.
-- A word too long for an index is cut into overlapping parts: a search is at most 200 characters long.
create function search_terms(words text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct v.term
    from unnest(string_to_array(words, ' ')) w
    cross join lateral (
      select ' ' || left(w, 1) union all select ' ' || left(w, 2)
      union all select substr(w, at, 400) from generate_series(1, greatest(length(w) - 200, 1), 200) at
        where w !~ '^[0-9]+$'
    ) v(term)
    where w <> '')
$$;

-- A word of letters alone, and what is left when any one letter is missing: two words that differ in one slip of a
-- finger have one of these in common. Null for other words: a code is never guessed.
create function search_slips(word text) returns text[] language sql immutable parallel safe as $$
  select case when word ~ '^[[:alpha:]]{3,40}$' then array(
    select distinct left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word) + 1) at) end
$$;

-- Whether two words are one insertion, deletion, substitution or transposition apart.
create function search_is_slip(one text, other text) returns boolean
language plpgsql immutable parallel safe as $$
declare
  a text := one;
  b text := other;
begin
  while a <> '' and left(a, 1) = left(b, 1) loop a := substr(a, 2); b := substr(b, 2); end loop;
  while a <> '' and right(a, 1) = right(b, 1) loop a := left(a, -1); b := left(b, -1); end loop;
  return greatest(length(a), length(b)) <= 1
    or length(a) = 2 and length(b) = 2 and left(a, 1) = right(b, 1) and right(a, 1) = left(b, 1);
end $$;

-- The same as rows, some of them several times: planned into the statement that asks for many records.
create function search_terms_of(words text) returns table (term text) language sql immutable parallel safe as $$
  select v.term
  from unnest(string_to_array(words, ' ')) w
  cross join lateral (
    values (' ' || left(w, 1)), (' ' || left(w, 2)), (case when w !~ '^[0-9]+$' then left(w, 400) end)
  ) v(term)
  where w <> '' and v.term is not null
  union all
  select substr(w, at, 400)
  from unnest(string_to_array(words, ' ')) w cross join generate_series(201, length(w) - 200, 200) at
  where length(w) > 400 and w !~ '^[0-9]+$'
$$;

-- The parts of five digits of the numbers in a text, as integers. A text that contains a number contains all its parts;
-- three letters at a time, as an index of trigrams has them, '0000420' looks like '0000042'. In PL/pgSQL, which is planned
-- once for a connection and not for each receipt.
create function search_numbers(value text) returns integer[] language plpgsql immutable parallel safe as $$
declare
  parts integer[] := '{}';
  number text;
begin
  foreach number in array regexp_split_to_array(value, '[^0-9]+') loop
    for at in 1 .. length(number) - 4 loop
      parts := parts || substr(number, at, 5)::integer;
    end loop;
  end loop;
  return parts;
end $$;
