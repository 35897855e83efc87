import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { escapeHtml } from "../escape-html.ts";
import type { RenderedText } from "./markdown-process.ts";

/** Maximum length of a text that is rendered. */
const MAX_LENGTH = 512 * 1024;

/** Milliseconds after which rendering is stopped. */
const TIME_LIMIT = 2000;

/** Maximum memory of the process in megabytes. A thread that uses up its memory would end the whole process. */
const MEMORY_LIMIT = 256;

/** Number of cached results, and the maximum length of a cached HTML text. */
const MAX_CACHED = 100;
const MAX_CACHED_LENGTH = 100_000;

/** The process that renders, shared by all emulators of this process and started on first use. */
let renderer: ChildProcess | undefined;

/** Result of the last text in the queue. */
let last: Promise<unknown> = Promise.resolve();

/** Results by the digest of their text, the oldest first; undefined for texts that can't be rendered. */
const cache = new Map<string, string | undefined>();

/**
 * Renders Markdown as HTML. Raw HTML in it is escaped, and so is a text that takes too long to render, or whose HTML
 * would be much longer.
 */
export async function renderMarkdown(text: string): Promise<string> {
  return (text.length > MAX_LENGTH ? undefined : await renderOnce(text)) ?? `<pre>${escapeHtml(text)}</pre>`;
}

/** Renders a text unless its result is cached. Returns undefined if it can't be rendered within the limits. */
async function renderOnce(text: string): Promise<string | undefined> {
  const digest = createHash("sha256").update(text).digest("base64");
  if (cache.has(digest)) return cache.get(digest);
  // One at a time, so that the time limit of a text doesn't include others.
  const rendered = last.then(async () => {
    if (cache.has(digest)) return cache.get(digest);
    const html = await renderInProcess(text);
    if ((html?.length ?? 0) <= MAX_CACHED_LENGTH) cache.set(digest, html);
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest);
    return html;
  });
  last = rendered;
  return rendered;
}

/** Returns undefined if the text can't be rendered within the limits. */
async function renderInProcess(text: string): Promise<string | undefined> {
  const isNew = renderer === undefined;
  const child = renderer ?? startRenderer();
  if (!child) return undefined;
  child.ref();
  child.channel?.ref();
  const html = await new Promise<string | undefined>((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const finish = (rendered: string | undefined) => {
      clearTimeout(timer);
      child.off("message", receive).off("exit", stop).off("error", stop);
      resolve(rendered);
    };
    const stop = () => {
      if (renderer === child) renderer = undefined;
      child.kill("SIGKILL");
      finish(undefined);
    };
    const send = () => {
      timer = setTimeout(stop, TIME_LIMIT);
      child.send(text, (error) => error && stop());
    };
    const receive = (message: RenderedText | "started") => {
      // The time limit doesn't include the start of the process.
      if (message === "started") send();
      else finish(message.html);
    };
    // It exits if its memory is used up, and has an error if it can't be started.
    child.on("message", receive).on("exit", stop).on("error", stop);
    if (!isNew) send();
  });
  // An idle process doesn't keep this one alive.
  child.unref();
  child.channel?.unref();
  return html;
}

/** Starts the process. Returns undefined if this process is not allowed to. */
function startRenderer(): ChildProcess | undefined {
  const file = import.meta.url.endsWith(".ts") ? "markdown-process.ts" : "markdown-process.js";
  try {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      execArgv: [`--max-old-space-size=${MEMORY_LIMIT}`],
      // It needs no secrets of the environment. V8 would print its reason for ending.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    renderer = child;
    // It can end while it is idle.
    child.once("exit", () => {
      if (renderer === child) renderer = undefined;
    });
    child.on("error", () => undefined);
    return child;
  } catch {
    return undefined;
  }
}
