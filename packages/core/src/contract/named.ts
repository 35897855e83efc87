/**
 * An object of the service's that has a name. Its schema is built by calling it (`schema.ts` says so, and knows of zod);
 * to those who only read answers it is the plain type that it carries.
 */
export interface Named<out O> {
  /** Carries the type; never set. */
  readonly "~output"?: O;
}

/** The object that such a schema describes. */
export type OutputOf<N extends Named<unknown>> = NonNullable<N["~output"]>;
