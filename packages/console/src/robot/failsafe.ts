interface Described {
  readonly failsafe_timeout_ms?: number | null
}

/** After how long without a message the last of a robot's failsafes acts, in milliseconds; undefined without any. */
export const failsafeOf = (exposures: ReadonlyArray<Described> | undefined): number | undefined => {
  const all = (exposures ?? []).flatMap(({ failsafe_timeout_ms }) => failsafe_timeout_ms ?? [])
  return all.length === 0 ? undefined : Math.max(...all)
}
