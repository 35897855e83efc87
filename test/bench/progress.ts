/** Where progress is told: standard error. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Tells how far the measuring is. */
export interface Progress {
  /** A case begins: the which-th of how many. */
  begin(name: string, index: number, count: number): void;
  tell(step: string): void;
  /** The case has ended. */
  end(how: string): void;
}

const CLEAR = "\r\u001b[2K";

/** How long nothing is told where each line stays, in milliseconds. */
const PATIENCE = 15_000;

/** One line that changes; where it isn't a terminal, lines, few enough to be read. */
export function createProgress(terminal: Terminal, now: () => number): Progress {
  const began = now();
  let place = "";
  let told = began;
  const line = (text: string) => `bench: ${place}${text} (${clock(now() - began)})`;
  const show = (text: string) => {
    told = now();
    terminal.write(terminal.isTTY ? `${CLEAR}${line(text)}` : `${line(text)}\n`);
  };
  return {
    begin(name, index, count) {
      place = `${index + 1} of ${count}, ${name}`;
      show("");
    },
    tell(step) {
      if (terminal.isTTY || now() - told >= PATIENCE) show(`: ${step}`);
    },
    end(how) {
      terminal.write(`${terminal.isTTY ? CLEAR : ""}${line(`: ${how}`)}\n`);
    },
  };
}

/** Minutes and seconds. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
