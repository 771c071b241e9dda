-- Teams, agents and their inboxes, conversations, turns, tool calls; requests, tasks, the timeline, timers; people and doors.
create table teams (
  id text primary key,
  name text not null,
  workspace text not null,
  instructions text not null,
  policy jsonb not null,
  paused jsonb,
  seq bigint not null default 0,
  last_hash text not null,
  next_task integer not null default 1,
  unattended_turns integer not null default 0,
  cost_usd double precision not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cache_read_tokens bigint not null default 0,
  cache_write_tokens bigint not null default 0,
  created_at timestamptz(3) not null
);
create unique index teams_workspace on teams (workspace);

create table agents (
  team text not null references teams (id),
  name text not null,
  generation integer not null,
  kind text not null,
  role text not null,
  prompt text not null,
  plan_required boolean not null,
  status text not null,
  status_since timestamptz(3) not null,
  gate text not null,
  lease jsonb,
  model text not null,
  activity jsonb,
  last_words text not null default '',
  error text,
  epoch integer not null default 0,
  wake boolean not null default false,
  stop jsonb,
  owes_reply boolean not null default false,
  retry_at timestamptz(3),
  turn integer not null default 0,
  entries integer not null default 0,
  start_entry integer not null default 1,
  mail integer not null default 0,
  unread integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cache_read_tokens bigint not null default 0,
  cache_write_tokens bigint not null default 0,
  cost_usd double precision not null default 0,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (team, name, generation)
);
-- One bearer of a name at a time, and a cheap look for who is to be woken at boot.
create unique index agents_alive on agents (team, name) where status <> 'shutdown';
create index agents_wake on agents (team, name, generation) where wake;

create table messages (
  team text not null,
  to_agent text not null,
  to_generation integer not null,
  no integer not null,
  id text not null,
  from_agent text not null,
  type text not null,
  content text not null,
  metadata jsonb not null,
  sent_at timestamptz(3) not null,
  delivered_at timestamptz(3),
  turn integer,
  primary key (team, to_agent, to_generation, no)
);
create unique index messages_id on messages (team, id);
create index messages_unread on messages (team, to_agent, to_generation, no) where delivered_at is null;
create index messages_request on messages (team, (metadata ->> 'request_id')) where metadata ? 'request_id';

create table entries (
  team text not null,
  agent text not null,
  generation integer not null,
  id integer not null,
  turn integer not null,
  role text not null,
  content jsonb not null,
  at timestamptz(3) not null,
  primary key (team, agent, generation, id)
);

create table turns (
  team text not null,
  agent text not null,
  generation integer not null,
  no integer not null,
  state text not null,
  answer jsonb,
  attempts integer not null default 0,
  max_tokens integer,
  error text,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (team, agent, generation, no)
);
create unique index turns_running on turns (team, agent, generation) where state = 'running';

create table tool_calls (
  team text not null,
  agent text not null,
  generation integer not null,
  tool_use_id text not null,
  turn integer not null,
  tool text not null,
  state text not null,
  request_id text,
  result text,
  is_error boolean,
  process jsonb,
  started_at timestamptz(3) not null,
  done_at timestamptz(3),
  primary key (team, agent, generation, tool_use_id)
);
create index tool_calls_started on tool_calls (team, agent, generation) where state = 'started';

create table requests (
  team text not null references teams (id),
  id text not null,
  type text not null,
  sender text not null,
  target text not null,
  opened_by text not null,
  generation integer not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  payload jsonb not null,
  payload_sha256 text not null,
  effective_risk text not null,
  revision integer not null,
  previous text,
  recommendation jsonb,
  approvals jsonb not null,
  resolution jsonb,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  primary key (team, id),
  check ((status = 'pending') = (resolution is null))
);
create unique index requests_id on requests (id);
create index requests_pending on requests (team, id) where status = 'pending';
create index requests_decided on requests (team, decided_at desc) where status <> 'pending';
create index requests_sender on requests (team, sender, generation, type, id);
create index requests_target on requests (team, target, generation, type, id);

create table tasks (
  team text not null references teams (id),
  id integer not null,
  subject text not null,
  description text not null,
  status text not null,
  owner text,
  blocked_by jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (team, id)
);

create table events (
  team text not null,
  seq bigint not null,
  at timestamptz(3) not null,
  type text not null,
  agent text,
  request_id text,
  data jsonb not null,
  prev text not null,
  primary key (team, seq)
);
create index events_request on events (team, request_id, seq) where request_id is not null;
create index events_spent on events (at, team) where type = 'turn.finished';

create table timers (
  team text not null,
  id text not null,
  kind text not null,
  agent text not null,
  generation integer not null,
  request_id text,
  due_at timestamptz(3) not null,
  primary key (team, id)
);
create index timers_due on timers (due_at);
create index timers_agent on timers (team, agent, generation, kind);

create table users (
  name text primary key,
  role text not null,
  password_hash text not null,
  created_at timestamptz(3) not null
);

create table sessions (
  hash text primary key,
  id text not null unique,
  subject text not null,
  role text not null,
  label text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_expiry on sessions (expires_at);

create table tokens (
  id text primary key,
  name text not null,
  hash text not null unique,
  scope text not null,
  team text,
  agent text,
  created_by text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);

create table sign_in_codes (
  hash text primary key,
  expires_at timestamptz(3) not null
);

create table idempotency (
  principal text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  body jsonb,
  created_at timestamptz(3) not null,
  primary key (principal, key)
);
create index idempotency_age on idempotency (created_at);
