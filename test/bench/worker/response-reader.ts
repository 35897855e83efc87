const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Reads consecutive HTTP responses from a connection.
 * @param onResponse called with the status of each response once its last byte has arrived
 * @returns a function that takes the connection's data.
 * @throws Error if a response has no content-length
 */
export function createResponseReader(onResponse: (status: number) => void): (data: Buffer) => void {
  let head: Buffer | undefined;
  let status = 0;
  /** Bytes of the body that have not arrived yet. */
  let remaining = 0;

  return (data) => {
    let rest = data;
    while (rest.length > 0) {
      if (remaining === 0) {
        const buffered = head ? Buffer.concat([head, rest]) : rest;
        const end = buffered.indexOf(END_OF_HEAD);
        if (end < 0) {
          head = buffered;
          return;
        }
        head = undefined;
        [status, remaining] = readHead(buffered.toString("latin1", 0, end));
        rest = buffered.subarray(end + END_OF_HEAD.length);
      }
      const taken = Math.min(remaining, rest.length);
      remaining -= taken;
      rest = rest.subarray(taken);
      if (remaining === 0) onResponse(status);
    }
  };
}

function readHead(head: string): [status: number, length: number] {
  const status = Number(head.slice(9, 12));
  if (status === 204 || status === 304) return [status, 0];
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A response has no content-length: ${head}`);
  return [status, Number(length)];
}
