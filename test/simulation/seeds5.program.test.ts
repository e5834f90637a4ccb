import { describe } from "@effect/vitest"
import { testSeeds } from "./seeds.ts"

describe("the simulation, more seeds (5 of 5)", () => {
  testSeeds(41, 9, [45])
})
