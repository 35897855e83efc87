import { expect, test } from "vitest";
import { createAccount } from "./accounts.ts";
import { countOf, openDatabase } from "./database.ts";
import { SCHEMA } from "./schema.ts";
import { closeSession, openSession, SESSION_LIFETIME, userOfSession } from "./sessions.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

test("a session is somebody's until it ends, is closed, or they are gone", () => {
  const db = openDatabase(SCHEMA);
  const [ann, ben] = ["ann", "ben"].map((login) =>
    createAccount(db, { login, type: "User", created_at: NOW.toISOString() }),
  );
  if (!ann || !ben) throw new Error("Nobody is there.");
  const [first, second, third] = [ann, ann, ben].map(({ id }) => openSession(db, id, NOW));
  expect(new Set([first, second, third]).size).toBe(3);
  expect(userOfSession(db, first ?? "", NOW)?.login).toBe("ann");
  expect(userOfSession(db, third ?? "", after(SESSION_LIFETIME - 1))?.login).toBe("ben");
  expect(userOfSession(db, third ?? "", after(SESSION_LIFETIME))).toBeUndefined();
  closeSession(db, first ?? "");
  expect(userOfSession(db, first ?? "", NOW)).toBeUndefined();
  expect(userOfSession(db, second ?? "", NOW)?.login).toBe("ann");
  db.run("DELETE FROM accounts WHERE id = ?", ann.id);
  expect(userOfSession(db, second ?? "", NOW)).toBeUndefined();
  // What has ended is not kept.
  openSession(db, ben.id, after(SESSION_LIFETIME));
  expect(countOf(db, "SELECT count(*) AS count FROM sessions")).toBe(1);
  db.close();
});

test("what a browser has is not in the state", () => {
  const db = openDatabase(SCHEMA);
  const { id } = createAccount(db, { login: "ann", type: "User", created_at: NOW.toISOString() });
  const key = openSession(db, id, NOW);
  expect(countOf(db, "SELECT count(*) AS count FROM sessions WHERE digest = ?", key)).toBe(0);
  expect(userOfSession(db, key.toUpperCase(), NOW)).toBeUndefined();
  db.close();
});
