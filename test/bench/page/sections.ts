import type { CaseName } from "../cases.ts";
import type { Plot } from "./plots.ts";

/** Description of a case on the page. */
export interface Section {
  readonly title: string;
  /** Description of the measurement and its method. */
  readonly paragraphs: readonly string[];
  readonly plots: readonly Plot[];
}

/** Sections of the page, in order. */
export const SECTIONS: Readonly<Record<CaseName, Section>> = {
  client: {
    title: "Cost of a call",
    paragraphs: [
      "Requests a list of 30 users (30 kB) over loopback. The server and each client run in their own process. Each " +
        "round has 1,500 calls of every client (50 of octokit, which waits between its calls), one client after the other; " +
        "nine rounds count. CPU is that of the client's process, all threads. Ratios are to plain `fetch` with `response.json()` " +
        "in the same round.",
      "Each row names the transport: `fetch` of Node.js, or undici's `request`. `forgehand` validates every response against " +
        "the contract, without pacing, retries or cache; `forgehand-compiled` does so with generated code; `forgehand-full` paces, " +
        "retries and caches. `fetch`, `undici`, `ky`, `openapi-fetch` and `octokit` validate nothing.",
      "The rows about tokens call once with each of 100,000 tokens, without a network: a service that calls for its users.",
    ],
    plots: [
      {
        file: "client",
        title: "CPU time of a call compared with plain fetch, 50 in flight",
        description: "Shorter is better; 1 is plain fetch without validation.",
        groups: {
          "forgehand over fetch, CPU, 50 in flight": "Over fetch, with validation",
          "forgehand-compiled over fetch, CPU, 50 in flight": "Over fetch, with compiled validation",
          "forgehand-compiled over undici, CPU, 50 in flight": "Over undici, with compiled validation",
        },
        line: { at: 1, label: "plain fetch" },
        maxFigure: 4,
      },
    ],
  },
  pace: {
    title: "Bulk work within the rate limits",
    paragraphs: [
      "A model of the published limits serves every client in virtual time; it shares no code with the client. The figure is " +
        "the time from the first call until all jobs are settled, divided by the minimum in which a service with these limits can " +
        "respond to them. `shards` are processes that share one token. `away` is the latency of the network in each direction, " +
        "which varies by as much; without it, 20 to 30 ms. The limits of `hidden` rows differ from the published ones.",
      "`naive` sends 50 requests concurrently and waits as long as a rejection says. Rejections are not free: GitHub's documentation says " +
        "that clients that keep calling may be banned, and interactive calls have to wait until the rejection " +
        "ends. A figure below 1 means that jobs were given up.",
    ],
    plots: [
      {
        file: "pace",
        title: "Time for bulk work compared with the minimum that the limits allow",
        description: "Shorter is better; 1 is the minimum. Below 1, jobs were given up.",
        groups: {
          "forgehand, secrets": "2,000 secrets",
          "forgehand, content": "600 review requests",
          "forgehand, mixed": "1,000 reads and 500 secrets",
          "forgehand, mixed, 20 ms away": "The same, 20 to 40 ms away",
          "forgehand, mixed, 100 ms away": "The same, 0.1 to 0.2 s away",
          "forgehand, mixed, 200 ms away": "The same, 0.2 to 0.4 s away",
          "forgehand, mixed, 500 ms away": "The same, 0.5 to 1 s away",
          "forgehand, mixed, 1 s away": "The same, 1 to 2 s away",
          "forgehand, secrets, 200 ms away": "2,000 secrets, 0.2 to 0.4 s away",
          "forgehand, secrets, 1 s away": "2,000 secrets, 1 to 2 s away",
          "forgehand, redeliver": "300 redeliveries",
          "forgehand, unwatch": "1,000 unwatches",
          "forgehand, reads": "6,000 reads",
          "forgehand, small": "30 secrets",
          "forgehand, secrets-lost": "2,000 secrets, lost responses",
          "forgehand, secrets-2-shards": "2,000 secrets, 2 processes",
          "forgehand, secrets-16-shards": "2,000 secrets, 16 processes",
          "forgehand, secrets-interactive": "2,000 secrets, interactive calls",
          "forgehand, secrets-hidden-half": "2,000 secrets, half the points",
          "forgehand, secrets-hidden-tenth": "2,000 secrets, a tenth of the points",
          "forgehand, secrets-hidden-short-windows": "2,000 secrets, a sixth of the points in 10 s",
          "forgehand, secrets-restart": "2,000 secrets, a restart",
        },
        line: { at: 1, label: "the minimum that the limits allow" },
        maxFigure: 5,
      },
    ],
  },
  scale: {
    title: "Several processes and machines",
    paragraphs: [
      "Processes that share a token make 2,000 writes against the model of the published limits, in virtual time. The figure is " +
        "the time until all are done, divided by the minimum that the limits allow. `forgehand on` an engine shares the quota " +
        "through it: a real server, without time passing while it works on a command, each of which takes a virtual millisecond. In `one killed " +
        "every minute`, others start and stop as well, and another process repeats the unfinished calls of a killed one.",
      "`fixed shares` divide the limits among the highest possible number of processes. `octokit` uses its throttling plugin, " +
        "clustered by Bottleneck over the same Redis, in the same virtual time.",
      "A reservation is a command of the store, over loopback, one after the other; `full windows` have 900 different times at which " +
        "usage expires. Receivers are processes that verify and handle real deliveries of 21 kB from another process, 50 concurrently, " +
        "and share their store. Killed ones end by SIGKILL while their handlers run, and the sender repeats what failed: each " +
        "delivery must be recorded as handled in the end, and nothing may handle it after that.",
    ],
    plots: [],
  },
  simulation: {
    title: "A large fleet",
    paragraphs: [
      "An app rotates one Actions secret in each of 100,000 repositories and lists who watches them: three calls each. They " +
        "belong to 400 owners, of which the largest has 2,593, and each owner's installation has its own published limits. All " +
        "processes work on all owners and share the limits through a quota store in memory, in virtual time. Seconds are what " +
        "the limits require, if the processes are fast enough; CPU and memory are those of this simulation minus those of the " +
        "same requests without a client, so they include neither a network nor encrypting the secrets, which has its own row.",
      "The rows about Redis and PostgreSQL are of quotas with 850 reads within a minute, 40 of them in flight, and of 5,000 " +
        "deliveries. Disk is that of tables and indexes, without the log that PostgreSQL writes ahead.",
    ],
    plots: [],
  },
  size: {
    title: "Bundle size",
    paragraphs: [
      "A tiny app checks for a star, adds it and lists starred repositories. Bundled for browsers by rolldown and by esbuild, " +
        "minified, gzip level 9. The same app is written with octokit, with `@octokit/core` and with plain `fetch`; none of " +
        "these validates responses. A bundle's size is that of the code that is loaded at the start; what `import()` loads later " +
        "is in rows of its own.",
    ],
    plots: [
      {
        file: "size",
        title: "The tiny app's bundle, minified and gzipped",
        description: "Shorter is better.",
        groups: {
          "tiny app, lean client, rolldown": "Lean client; rolldown",
          "tiny app, lean client with pace, retry and cache, rolldown": "With pace, retry, cache; rolldown",
          "tiny app, lean client, esbuild": "Lean client; esbuild",
          "tiny app, lean client with pace, retry and cache, esbuild": "With pace, retry, cache; esbuild",
        },
        maxFigure: 60,
      },
    ],
  },
  import: {
    title: "Importing the package",
    paragraphs: [
      "A Node process imports the package as published and exits. CPU time of the process minus that of one that imports " +
        "nothing, alternating, in 31 rounds. Other load only ever adds CPU time, so the figure compares the lower quartiles; its " +
        "range is that from the minima to the medians.",
    ],
    plots: [],
  },
  types: {
    title: "Type-checking time",
    paragraphs: [
      "The same tiny app is type-checked with the package as published: with one area's operations, with all of them, and " +
        "with octokit. CPU time of the compiler, divided by that for the app written by hand, in 31 interleaved rounds.",
    ],
    plots: [
      {
        file: "types",
        title: "CPU time for type-checking the tiny app, compared with the same app written by hand",
        description: "Shorter is better; 1 is the app written by hand.",
        groups: {
          "one area / written by hand": "One area's operations",
          "everything / written by hand": "All operations",
        },
        line: { at: 1, label: "written by hand" },
        maxFigure: 10,
      },
    ],
  },
  emulator: {
    title: "The emulator",
    paragraphs: [
      "The built emulator runs in its own process, with 50 connections that each send a request as soon as the last one is " +
        "answered. It is compared with a bare `node:http` server that sends the same bytes and does nothing else: the ratio is of " +
        "requests per second of the server's CPU time, in nine interleaved rounds. `list` is a page of 30 repositories, `write` " +
        "stars repositories that are already starred, `change` adds and removes stars.",
      "It is started nine times, and its memory is read 0.3 s after its first response. `hooks` sends a thousand calls per " +
        "second, each delivered to three webhooks. `large` has a hundred thousand repositories, stars and deliveries.",
    ],
    plots: [
      {
        file: "emulator",
        title: "Requests per second of CPU time, compared with a bare node:http server",
        description: "Longer is better; 1 is a server that does nothing.",
        groups: {
          "repository: ratio to a bare node:http": "One repository",
          "list: ratio to a bare node:http": "A list of 30",
          "write: ratio to a bare node:http": "A write",
        },
        line: { at: 1, label: "a server that does nothing" },
        maxFigure: 1.2,
      },
    ],
  },
  deliveries: {
    title: "Receiving webhooks",
    paragraphs: [
      "A real delivery of 21 kB is received repeatedly, 50 concurrently: its signature is verified, it is parsed and, by " +
        "Forgehand, validated. `@octokit/webhooks` validates nothing. `per second` depends on free cores, as signatures are " +
        "verified on other threads; the CPU time of all threads and of the event loop's thread is shown too.",
      "`recovery` plans the redelivery of a million failed events; memory is the most that this adds to the process.",
    ],
    plots: [],
  },
  action: {
    title: "The action",
    paragraphs: [
      "Start-up is the time until an invalid input is rejected, compared with an empty Node process, in 31 interleaved rounds. " +
        "Its tasks run against the emulator with the published limits, in virtual time: seconds are what a run would have " +
        "taken, compared with the minimum in which the limits allow the same calls.",
    ],
    plots: [],
  },
  extension: {
    title: "The extension",
    paragraphs: [
      "Chromium visits each of the emulator's pages nine times per scenario: first visit, first visit with the worker stopped, repeated visit " +
        "after the star has changed, and without an account. Times are from the page's DOMContentLoaded until the " +
        "control is visible. The lists page is opened with 30,000 repositories; its times are from the navigation, the " +
        "key press or the click until the result is drawn. Unwatching runs the extension's own job in virtual time against a model of the limits.",
    ],
    plots: [],
  },
};
