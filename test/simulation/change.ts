import type { Outcome } from "./actors/Operator.ts"
import type { Register } from "./checks/Register.ts"
import type { Generator } from "./kernel/Generator.ts"
import type { World } from "./World.ts"

/** Something that people do. */
export type Act = (world: World, random: Generator) => void

/** Asks for a change of a register, unless one is under way. */
export const change = <Value>(
  world: World,
  register: Register<Value>,
  value: Value,
  name: string,
  method: string,
  path: string,
  body: unknown,
  then: (outcome: Outcome) => void = () => undefined
): void => {
  if (register.isBusy) return
  register.begin(value)
  world.operator.change(name, method, path, body, (outcome) => {
    register.end(outcome)
    then(outcome)
  })
}
