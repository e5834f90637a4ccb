/** Numbers that a seed decides, all whole. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (end: number) => next() % end
  return { next, below, of: <A>(all: ReadonlyArray<A>): A => all[below(all.length)]! }
}
export type Random = ReturnType<typeof randomOf>
