import { expect, test } from "vitest";
import { accounts, createAccount } from "./accounts.ts";
import { openDatabase } from "./database.ts";
import { SCHEMA } from "./schema.ts";
import { closeSession, openSession, SESSION_LIFETIME, sessions, userOfSession } from "./sessions.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

test("keeps a session until it expires, is closed, or its user is deleted", () => {
  const db = openDatabase(SCHEMA);
  const [ann, ben] = ["ann", "ben"].map((login) =>
    createAccount(db, { login, type: "User", created_at: NOW.toISOString() }),
  );
  if (!ann || !ben) throw new Error("The accounts were not created.");
  const [first, second, third] = [ann, ann, ben].map(({ id }) => openSession(db, id, NOW));
  expect(new Set([first, second, third]).size).toBe(3);
  expect(userOfSession(db, first ?? "", NOW)?.login).toBe("ann");
  expect(userOfSession(db, third ?? "", after(SESSION_LIFETIME - 1))?.login).toBe("ben");
  expect(userOfSession(db, third ?? "", after(SESSION_LIFETIME))).toBeUndefined();
  closeSession(db, first ?? "");
  expect(userOfSession(db, first ?? "", NOW)).toBeUndefined();
  expect(userOfSession(db, second ?? "", NOW)?.login).toBe("ann");
  accounts.delete(db, { id: ann.id });
  expect(userOfSession(db, second ?? "", NOW)).toBeUndefined();
  // Expired sessions are deleted.
  openSession(db, ben.id, after(SESSION_LIFETIME));
  expect(sessions.count(db, {})).toBe(1);
  db.close();
});

test("doesn't store the session cookie", () => {
  const db = openDatabase(SCHEMA);
  const { id } = createAccount(db, { login: "ann", type: "User", created_at: NOW.toISOString() });
  const key = openSession(db, id, NOW);
  expect(sessions.count(db, { digest: key })).toBe(0);
  expect(userOfSession(db, key.toUpperCase(), NOW)).toBeUndefined();
  db.close();
});
