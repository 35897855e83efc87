/**
 * A schema of one of the API's objects that has a name. Calling it builds the schema (see `schema.ts`, which depends on
 * zod); readers of responses only see the plain type that it carries.
 */
export interface NamedSchema<out O> {
  /** Carries the type; never set. */
  readonly "~output"?: O;
}

/** Type of the object that a named schema describes. */
export type SchemaOutput<N extends NamedSchema<unknown>> = NonNullable<N["~output"]>;
