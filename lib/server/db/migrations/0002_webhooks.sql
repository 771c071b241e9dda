-- Webhooks and their deliveries; a delivery is written in the transaction of the event it tells of.
create table webhooks (
  id text primary key,
  url text not null,
  secret text not null,
  created_by text not null,
  created_at timestamptz(3) not null
);

create table deliveries (
  webhook text not null references webhooks (id) on delete cascade,
  team text not null,
  seq bigint not null,
  state text not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  status integer,
  error text,
  ended_at timestamptz(3),
  primary key (webhook, team, seq)
);
create index deliveries_due on deliveries (due_at) where state = 'waiting';
create index deliveries_newest on deliveries (webhook, due_at desc);
