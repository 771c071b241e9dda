-- The machine a team is pinned to, and the processes that are there to run agents.
alter table teams add column machine text;

create table processes (
  id text primary key,
  machine text,
  seen_at timestamptz(3) not null
);
