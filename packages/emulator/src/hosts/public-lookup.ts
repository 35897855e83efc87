import type { LookupFunction } from "node:net";
import { isPrivateAddress } from "./private-addresses.ts";

/** A host name has a private address. */
export class PrivateAddressError extends Error {}

/**
 * Wraps the resolution of host names for one connection: it fails if any address of the name is private. The connection
 * uses the addresses that were checked, so a name that resolves differently the next time can't get around the check.
 */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, []);
      const addresses = typeof found === "string" ? [{ address: found, family: family ?? 0 }] : found;
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isPrivateAddress(address))) {
        return callback(new PrivateAddressError("The host has a private address."), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
}
