import type { Reviewer } from "../model/control-states.ts";

const pathIcon = (path: string) => () => (
  <svg class="rv-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);

const PersonIcon = pathIcon("M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8ZM2.8 14c0-2.4 2.1-4 5.2-4s5.2 1.6 5.2 4");
const TeamIcon = pathIcon(
  "M5.5 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1 13.5c0-2 1.8-3.5 4.5-3.5s4.5 1.5 4.5 3.5M10.5 3.2a2.4 2.4 0 0 1 0 4.6M12 10.3c1.9.5 3 1.7 3 3.2",
);
export const RepeatIcon = pathIcon("M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.7h-2.7");
export const CrossIcon = pathIcon("m4.5 4.5 7 7m0-7-7 7");

/** One person, or several for a team. */
export const ReviewerIcon = ({ kind }: Pick<Reviewer, "kind">) => (kind === "team" ? <TeamIcon /> : <PersonIcon />);
