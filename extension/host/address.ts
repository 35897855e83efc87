import type { Word } from "../locales/words.ts";

/** A forge's host as a person named it. */
export interface HostAddress {
  readonly origin: string;
  /** Where its API is, unless the person says otherwise. */
  readonly apiUrl: string;
}

/** An address that won't do; the word says what would be right. */
export class AddressError extends Error {
  override name = "AddressError" as const;
  readonly word: Word;
  constructor(word: Word) {
    super(word);
    this.word = word;
  }
}

/** Stricter than browsers, some of which take a space for a part of a name. */
const HOSTNAME = /^(\[[0-9a-f:.]+\]|[a-z0-9-]+(\.[a-z0-9-]+)*)$/;

/** This machine, by the names that the manifest lets the extension ask for. */
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

/** Names that people use for the public forge, and what they mean. */
const ALSO_GITHUB = new Set(["www.github.com", "api.github.com", "gist.github.com"]);

/**
 * Reads the address of a forge.
 * @throws AddressError
 */
export function readHostAddress(typed: string): HostAddress {
  const text = typed.trim();
  const url = parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url) throw new AddressError("addressIsNone");
  checkLine(url);
  checkNoSecret(url);
  if (url.pathname !== "/" || url.search || url.hash) throw new AddressError("addressHasPath");
  const { protocol, port, hostname } = url;
  if (ALSO_GITHUB.has(hostname)) return readHostAddress("github.com");
  // A trailing dot is the same host, and another origin.
  const origin = url.origin.replace(/\.(?=$|:\d)/, "");
  return { origin, apiUrl: protocol === "https:" && !port ? usualApi(hostname, origin) : `${origin}/api/v3` };
}

/** Reads the address of an API. @throws AddressError */
export function readApiAddress(typed: string): string {
  const text = typed.trim();
  const url = parse(text);
  if (!url) throw new AddressError("apiAddressIsNone");
  checkLine(url);
  checkNoSecret(url);
  if (url.search || url.hash) throw new AddressError("apiAddressIsNone");
  return text.replace(/\/+$/, "");
}

/** Where each edition has its API. */
function usualApi(hostname: string, origin: string): string {
  const isCloud = hostname === "github.com" || /^[^.]+\.ghe\.com$/.test(hostname);
  return isCloud ? `https://api.${hostname}` : `${origin}/api/v3`;
}

function parse(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && HOSTNAME.test(url.hostname.replace(/\.$/, "")) ? url : undefined;
}

/** A token must not travel openly. */
function checkLine({ protocol, hostname }: URL): void {
  if (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname))) return;
  throw new AddressError("addressIsOpen");
}

/** Whoever pastes an address with a password in it would have it kept with the settings. */
function checkNoSecret({ username, password }: URL): void {
  if (username || password) throw new AddressError("addressHasSecret");
}
