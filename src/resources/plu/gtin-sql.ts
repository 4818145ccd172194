/**
 * Functions over barcodes as `gtinKey` compares them (src/core/record/gtin.ts). `gtin_forms(code)` has every form of
 * a code that may be stored, the one of 14 digits first; of what is no GTIN of 12 to 14 digits the code alone.
 */
export const gtinForms = `
  create function gtin_forms(code text) returns text[] language sql immutable parallel safe as $$
    select case when code !~ '^[0-9]{12,14}$' then array[code]
      when lpad(code, 14, '0') like '00%'
        then array[lpad(code, 14, '0'), right(lpad(code, 14, '0'), 13), right(lpad(code, 14, '0'), 12)]
      when lpad(code, 14, '0') like '0%' then array[lpad(code, 14, '0'), right(lpad(code, 14, '0'), 13)]
      else array[code] end
  $$;
`;
