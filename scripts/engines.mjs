/** Databases that the tests of stores start. */
export const ENGINES = {
  Redis: { packages: ["redis-server"], command: ["redis-server", "--version"] },
  PostgreSQL: { packages: ["postgresql"], command: ["sh", "-c", "/usr/lib/postgresql/*/bin/postgres --version"] },
};
