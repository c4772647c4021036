-- beside 0.1.0

create table rehearsal (note text not null);
alter table message add column rehearsed text;
alter table message alter column rehearsed set default 'by a server';
