const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Reads answers off a connection, one after the other.
 * @param answered is told the status of each, once its last byte is there
 * @returns what takes the connection's data. @throws Error on an answer that doesn't say its length
 */
export function createReader(answered: (status: number) => void): (data: Buffer) => void {
  let head: Buffer | undefined;
  let status = 0;
  /** Bytes of the body that are yet to come. */
  let missing = 0;

  return (data) => {
    let rest = data;
    while (rest.length > 0) {
      if (missing === 0) {
        const text = head ? Buffer.concat([head, rest]) : rest;
        const end = text.indexOf(END_OF_HEAD);
        if (end < 0) {
          head = text;
          return;
        }
        head = undefined;
        [status, missing] = readHead(text.toString("latin1", 0, end));
        rest = text.subarray(end + END_OF_HEAD.length);
      }
      const taken = Math.min(missing, rest.length);
      missing -= taken;
      rest = rest.subarray(taken);
      if (missing === 0) answered(status);
    }
  };
}

function readHead(head: string): [status: number, length: number] {
  const status = Number(head.slice(9, 12));
  if (status === 204 || status === 304) return [status, 0];
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer doesn't say how long it is: ${head}`);
  return [status, Number(length)];
}
