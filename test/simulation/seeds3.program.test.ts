import { describe } from "@effect/vitest"
import { testSeeds } from "./seeds.ts"

describe("the simulation, more seeds (3 of 5)", () => {
  testSeeds(23, 9, [27])
})
