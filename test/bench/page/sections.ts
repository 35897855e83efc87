import type { CaseName } from "../cases.ts";
import type { Plot } from "./plots.ts";

/** What the page says of a case. */
export interface Section {
  readonly title: string;
  /** What is measured, and how. */
  readonly about: readonly string[];
  readonly plots: readonly Plot[];
}

/** The page's sections, in its order. */
export const SECTIONS: Readonly<Record<CaseName, Section>> = {
  client: {
    title: "What a call costs",
    about: [
      "A list of 30 users (30 kB) is called for, on loopback. The server and each client are processes of their own. Each " +
        "round has 1,500 calls of every client (50 of octokit, which waits between its calls), one client after the other; " +
        "nine rounds count. CPU is the client's process, all threads. Ratios are over plain `fetch` with `response.json()` " +
        "in the same round.",
      "`forgehand` checks every answer against the contract; it neither paces nor retries nor caches here. " +
        "`forgehand-compiled` does the same with compiled checks, over undici's transport. `forgehand-full` paces, retries " +
        "and caches. `ky`, `openapi-fetch`, `undici` and `octokit` check nothing.",
    ],
    plots: [
      {
        file: "client",
        title: "CPU of a call over plain fetch, 50 in flight",
        about: "Shorter is better; 1 is plain fetch without any check.",
        groups: {
          "forgehand, CPU, 50 in flight": "Answers checked, over fetch",
          "forgehand-compiled over undici, CPU, 50 in flight": "Checks compiled, over undici",
        },
        line: { at: 1, label: "plain fetch" },
        longest: 4,
      },
    ],
  },
  pace: {
    title: "Bulk work against the limits",
    about: [
      "A model of the published limits serves every client in virtual time; it shares no code with the client. The figure is " +
        "the time from the first call until all jobs are settled, over the least in which a service with these limits can " +
        "have answered them. `shards` are processes that share one token.",
      "`naive` sends 50 at once and waits as long as a refusal says. Being refused is no saving: the service's documents say " +
        "that who goes on calling then may be banned, and whoever waits for an answer meanwhile waits for the refusal to " +
        "pass. A figure below 1 means that jobs were given up.",
    ],
    plots: [
      {
        file: "pace",
        title: "Time for bulk work over the least that the limits allow",
        about: "Shorter is better; 1 is the least possible. Below 1, jobs were given up.",
        groups: {
          "forgehand, secrets": "2,000 secrets",
          "forgehand, content": "600 review requests",
          "forgehand, mixed": "1,000 reads and 500 secrets",
          "forgehand, redeliver": "300 redeliveries",
          "forgehand, unwatch": "1,000 unwatches",
          "forgehand, reads": "6,000 reads",
          "forgehand, small": "30 secrets",
          "forgehand, secrets-lost": "2,000 secrets, answers get lost",
          "forgehand, secrets-2-shards": "2,000 secrets, 2 processes",
          "forgehand, secrets-16-shards": "2,000 secrets, 16 processes",
          "forgehand, secrets-interactive": "2,000 secrets, clicks between",
          "forgehand, secrets-hidden-limit": "2,000 secrets, a hidden limit",
          "forgehand, secrets-restart": "2,000 secrets, a restart",
        },
        line: { at: 1, label: "the least that the limits allow" },
        longest: 5,
      },
    ],
  },
  size: {
    title: "What it adds to a bundle",
    about: [
      "A tiny app checks a star, gives it and lists what is starred. Bundled for browsers by rolldown and by esbuild, " +
        "minified, gzip level 9. The same app is written with octokit, with `@octokit/core` and with plain `fetch`; none of " +
        "these checks answers.",
    ],
    plots: [
      {
        file: "size",
        title: "The tiny app's bundle, minified and gzipped",
        about: "Shorter is better.",
        groups: {
          "tiny app, lean client, rolldown": "Lean client; rolldown",
          "tiny app, lean client with pace, retry and cache, rolldown": "With pace, retry, cache; rolldown",
          "tiny app, lean client, esbuild": "Lean client; esbuild",
          "tiny app, lean client with pace, retry and cache, esbuild": "With pace, retry, cache; esbuild",
        },
        longest: 60,
      },
    ],
  },
  types: {
    title: "What its types cost a compiler",
    about: [
      "The same tiny app is type-checked with the package as published: with one area's operations, with all of them, and " +
        "with octokit. CPU of the compiler's processes over that for the app written by hand, in the same of 31 rounds.",
    ],
    plots: [
      {
        file: "types",
        title: "CPU of type-checking the tiny app, over the same app written by hand",
        about: "Shorter is better; 1 is the app written by hand.",
        groups: {
          "one area / written by hand": "One area's operations",
          "everything / written by hand": "All operations",
        },
        line: { at: 1, label: "written by hand" },
        longest: 10,
      },
    ],
  },
  emulator: {
    title: "The emulator",
    about: [
      "The built emulator is a process of its own, with 50 connections that each send a request as soon as the last one is " +
        "answered. It is compared with a bare `node:http` that sends the same bytes and does nothing else: the ratio is of " +
        "requests in a second of the server's CPU, nine interleaved rounds. `list` is a page of 30 repositories, `write` " +
        "stars what is starred, `change` gives and takes stars.",
      "It is started nine times, and its memory read 0.3 s after its first answer. `hooks` sends a thousand calls in a " +
        "second, each told to three webhooks. `large` has a hundred thousand of everything.",
    ],
    plots: [
      {
        file: "emulator",
        title: "Requests in a second of CPU, over a bare node:http with the same bytes",
        about: "Longer is better; 1 is a server that does nothing.",
        groups: {
          "repository: over a bare node:http": "One repository",
          "list: over a bare node:http": "A list of 30",
          "write: over a bare node:http": "A write",
        },
        line: { at: 1, label: "a server that does nothing" },
        longest: 1.2,
      },
    ],
  },
  deliveries: {
    title: "Receiving webhooks",
    about: [
      "A real delivery of 21 kB is taken in over and over, 50 at once: its signature is verified, it is parsed and, by " +
        "Forgehand, checked. `@octokit/webhooks` checks nothing. `per second` depends on free cores, as signatures are " +
        "verified on other threads; CPU and the event loop's thread are given beside it.",
      "`recovery` plans what to send again of a million failed events; memory is what that adds to the process at most.",
    ],
    plots: [],
  },
  action: {
    title: "The action",
    about: [
      "Its start is measured to the refusal of a bad input, over a Node that does nothing, in 31 interleaved rounds. " +
        "Its tasks run against the emulator with the published limits, in virtual time: seconds are what a run would have " +
        "taken, over the least in which the limits let the same calls through.",
    ],
    plots: [],
  },
  extension: {
    title: "The extension",
    about: [
      "Chromium visits the emulator's pages nine times each, in each way: first, with the extension's worker killed, again " +
        "after somebody has changed the star, and without an account. Times are from the page's DOMContentLoaded until the " +
        "browser has drawn it. Unwatching runs the extension's own job in virtual time at a model of the limits.",
    ],
    plots: [],
  },
};
