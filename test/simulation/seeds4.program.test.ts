import { describe } from "@effect/vitest"
import { testSeeds } from "./seeds.ts"

describe("the simulation, more seeds (4 of 5)", () => {
  testSeeds(32, 9, [36])
})
