/** Nothing can be started where a hook was given null for robot or slug. */
export const unnamed = (hook: string, kind: string): never => {
  throw new TypeError(`${hook} was given null for robot or slug: it names no ${kind}.`)
}
