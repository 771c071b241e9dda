-- What an agent's newest exchange took of its model's window, so that a turn need not look it up.
alter table agents add column window_tokens integer not null default 0;
