-- The filter "not sold in" is a function of the search role, which reads in which months a product was sold.
grant select on plu_month_sales to tillhouse_search;
create policy searched on plu_month_sales for select to tillhouse_search using (true);
