import { namedObject } from "../schema.ts";
import { labelFields } from "./label-fields.ts";

/** A label of issues and pull requests. */
export class Label extends namedObject(labelFields) {}
