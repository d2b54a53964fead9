/**
 * Schemas of stored values. A schema returns the typed value without unknown properties, or undefined if it does not
 * match. Null is a valid value.
 */
export type Schema<T> = (value: unknown) => T | undefined

/** A string with a maximum length in UTF-16 units. */
export const textUpTo =
  (most: number): Schema<string> =>
  (value) =>
    typeof value === 'string' && value.length <= most ? value : undefined

export const text = textUpTo(Number.POSITIVE_INFINITY)

/** A finite number. */
export const number: Schema<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const boolean: Schema<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** A value that matches a schema and passes a test. */
export const checked =
  <T>(schema: Schema<T>, test: (value: T) => boolean): Schema<T> =>
  (value) => {
    const read = schema(value)
    return read !== undefined && test(read) ? read : undefined
  }

/** A string that `Date.parse` accepts. */
export const time = checked(text, (value) => !Number.isNaN(Date.parse(value)))

export const oneOf =
  <T extends string>(values: readonly T[]): Schema<T> =>
  (value) =>
    values.find((known) => known === value)

export const nullable =
  <T>(schema: Schema<T>): Schema<T | null> =>
  (value) =>
    value === null ? null : schema(value)

/** The value if it matches, otherwise a default. */
export const withDefault =
  <T>(schema: Schema<T>, instead: T): Schema<T> =>
  (value) => {
    const read = schema(value)
    return read === undefined ? instead : read
  }

/** The result of the first of two schemas that matches. */
export const either =
  <A, B>(one: Schema<A>, other: Schema<B>): Schema<A | B> =>
  (value) => {
    const read = one(value)
    return read === undefined ? other(value) : read
  }

/** An array whose elements all match. */
export const arrayOf =
  <T>(schema: Schema<T>): Schema<readonly T[]> =>
  (value) => {
    const read = fittingOf(schema)(value)
    return read !== undefined && read.length === (value as readonly unknown[]).length ? read : undefined
  }

/** The matching elements of an array. */
export const fittingOf =
  <T>(schema: Schema<T>): Schema<readonly T[]> =>
  (value) =>
    Array.isArray(value) ? (value as unknown[]).map(schema).filter((read) => read !== undefined) : undefined

export const pairOf =
  <A, B>(one: Schema<A>, other: Schema<B>): Schema<readonly [A, B]> =>
  (value) => {
    if (!Array.isArray(value) || value.length !== 2) return undefined
    const [first, second] = [one(value[0]), other(value[1])]
    return first === undefined || second === undefined ? undefined : [first, second]
  }

/** An object whose listed properties all match; others are dropped. */
export const objectOf =
  <T extends object>(properties: { readonly [Key in keyof T]: Schema<T[Key]> }): Schema<T> =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const read: Partial<T> = {}
    for (const key in properties) {
      const property = properties[key]((value as Record<string, unknown>)[key])
      if (property === undefined) return undefined
      read[key] = property
    }
    return read as T
  }
