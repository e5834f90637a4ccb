import { describe } from "@effect/vitest"
import { testSeeds } from "./seeds.ts"

describe("the simulation, more seeds (1 of 5)", () => {
  testSeeds(5, 9, [8])
})
