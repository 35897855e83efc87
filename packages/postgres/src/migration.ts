import { checkOptions, type TableOptions, tableNames } from "./options.ts";

const OPTIONS = { prefix: true, schema: true } as const satisfies Record<keyof TableOptions, true>;

/**
 * Returns the SQL that creates what the stores need. It can be run repeatedly, and changes nothing that is up to date. Needs
 * PostgreSQL 13 or newer, and permission to create tables and a function; the stores themselves need only `SELECT`,
 * `INSERT`, `UPDATE` and `DELETE` on the tables.
 * @throws InputError if an option is invalid
 */
export function migrationSql(options: TableOptions = {}): string {
  checkOptions(options, OPTIONS);
  const { deliveries, quotas, quotaCommands, appendCommands, schema, quote } = tableNames(options);
  return `-- Tables of @forgehand/postgres. Can be run repeatedly.
BEGIN;
SET LOCAL client_min_messages = warning;
${schema === undefined ? "" : `CREATE SCHEMA IF NOT EXISTS ${schema};\n`}
CREATE TABLE IF NOT EXISTS ${deliveries} (
  guid text PRIMARY KEY,
  owner text,
  since bigint NOT NULL,
  until bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS ${quote("deliveries_until")} ON ${deliveries} (until);
COMMENT ON TABLE ${deliveries} IS 'Webhook deliveries that are claimed or were handled.';
COMMENT ON COLUMN ${deliveries}.owner IS 'The attempt that holds the claim; NULL once the delivery was handled.';
COMMENT ON COLUMN ${deliveries}.since IS 'Time of the claim or of its completion, in milliseconds since 1970.';
COMMENT ON COLUMN ${deliveries}.until IS 'End of the claim, or of the time for which the delivery is remembered.';

-- Unlogged: nothing waits for the disk. After a crash or a fail-over both tables are empty, which the clients notice.
CREATE UNLOGGED TABLE IF NOT EXISTS ${quotas} (
  quota text PRIMARY KEY,
  generation uuid NOT NULL,
  position bigint NOT NULL,
  snapshot text,
  snapshot_position bigint NOT NULL DEFAULT 0,
  kept_position bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE ${quotas} IS 'Rate limits that processes share: one row per service and account.';
COMMENT ON COLUMN ${quotas}.generation IS 'Identifies the log of commands; a new one means that the old one was lost.';
COMMENT ON COLUMN ${quotas}.position IS 'Number of commands so far.';
COMMENT ON COLUMN ${quotas}.snapshot IS 'State after snapshot_position commands, as JSON.';
COMMENT ON COLUMN ${quotas}.kept_position IS 'Commands up to this position were deleted.';

CREATE UNLOGGED TABLE IF NOT EXISTS ${quotaCommands} (
  generation uuid,
  position bigint,
  at double precision NOT NULL,
  command json NOT NULL,
  PRIMARY KEY (generation, position)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE ${quotaCommands} IS 'The latest commands of each quota, in the order in which all processes apply them.';
COMMENT ON COLUMN ${quotaCommands}.at IS 'Time of the command in milliseconds since 1970.';

CREATE OR REPLACE FUNCTION ${appendCommands}(
  quota_name text, known_generation uuid, known_position bigint, new_commands json[], clock double precision
) RETURNS text LANGUAGE plpgsql AS $body$
DECLARE
  log record;
  start bigint := known_position;
  state text;
  commands json;
BEGIN
  -- Locks the row until the commands are committed, so that their order is that of their positions and times.
  INSERT INTO ${quotas} AS q (quota, generation, position)
    VALUES (quota_name, gen_random_uuid(), cardinality(new_commands))
    ON CONFLICT (quota) DO UPDATE SET position = q.position + cardinality(new_commands)
    RETURNING q.generation, q.position, q.snapshot_position, q.kept_position INTO log;
  INSERT INTO ${quotaCommands} (generation, position, at, command)
    SELECT log.generation, log.position - cardinality(new_commands) + n.ordinality,
      coalesce(clock, floor(extract(epoch FROM clock_timestamp()) * 1000)), n.command
    FROM unnest(new_commands) WITH ORDINALITY AS n (command, ordinality);
  IF log.generation IS DISTINCT FROM known_generation OR known_position < log.kept_position THEN
    SELECT q.snapshot INTO state FROM ${quotas} AS q WHERE q.quota = quota_name;
    start := log.snapshot_position;
  END IF;
  SELECT json_agg(json_build_object('at', c.at, 'command', c.command) ORDER BY c.position) INTO commands
    FROM ${quotaCommands} AS c WHERE c.generation = log.generation AND c.position > start;
  RETURN json_build_object(
    'generation', log.generation, 'position', log.position, 'start', start, 'snapshot', state, 'commands', commands
  );
END
$body$;
COMMENT ON FUNCTION ${appendCommands}(text, uuid, bigint, json[], double precision) IS
  'Appends commands to the log of a quota, and returns those that the caller does not know.';
COMMIT;
`;
}
