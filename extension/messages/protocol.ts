import type { AccountAsks } from "./accounts.ts";
import type { EntryAsks } from "./entries.ts";
import type { ListAsks } from "./lists.ts";
import type { LockAsks } from "./lock.ts";
import type { PageAsks } from "./page.ts";
import type { PopupAsks } from "./popup.ts";
import type { Problem } from "./problem.ts";
import type { RowAsks } from "./rows.ts";
import type { SettingAsks } from "./settings.ts";

// The protocol between views and worker: types, and nothing that runs. The worker's parsers are in worker/serve/.

/** Everything that the extension's own pages ask of the worker. */
export interface OwnAsks extends AccountAsks, LockAsks, SettingAsks, PopupAsks, ListAsks, EntryAsks {}

export type AllAsks = PageAsks & RowAsks & OwnAsks;
export type AskName = keyof AllAsks;
export type Request<T extends AskName> = AllAsks[T]["request"];
export type Answer<T extends AskName> = AllAsks[T]["answer"];

/** The worker's answer: what was asked for, or why not. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };
