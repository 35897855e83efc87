import { setAttributes } from "./element.ts";

const SVG = "http://www.w3.org/2000/svg";

export const STAR = "M8 1.6 9.9 5.7l4.5.5-3.4 3 1 4.4L8 11.4l-4 2.2 1-4.4-3.4-3 4.5-.5z";

export const EYE = "M1.2 8S3.6 3.4 8 3.4 14.8 8 14.8 8 12.4 12.6 8 12.6 1.2 8 1.2 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z";

export const EYE_OFF = `${EYE}M2.5 13.5l11-11`;

export const PERSON =
  "M10.6 5a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0zM2.8 13.8c.4-2.9 2.3-4.3 5.2-4.3s4.8 1.4 5.2 4.3";

/** A decorative icon next to text with the same meaning. */
export interface DrawnIcon {
  readonly element: SVGElement;
  show(path: string, filled?: boolean): void;
}

export function drawIcon(path: string): DrawnIcon {
  const element = document.createElementNS(SVG, "svg");
  setAttributes(element, { viewBox: "0 0 16 16", "aria-hidden": true });
  const line = element.appendChild(document.createElementNS(SVG, "path"));
  const show: DrawnIcon["show"] = (path, filled = false) => {
    line.setAttribute("d", path);
    element.classList.toggle("filled", filled);
  };
  show(path);
  return { element, show };
}
