-- beside 0.1.0

-- The form with which customers write to a company that has enabled it.
create table customer_form (
  company_id uuid primary key references company,
  is_enabled boolean not null,
  slug text not null unique,
  types text[] not null,
  greeting text not null,
  colour text not null,
  -- BCP 47 tags. The first is for visitors whose language is not among them.
  languages text[] not null,
  privacy_url text,
  -- The websites that may embed the form.
  origins text[] not null
);
