import { testQueries } from "./queries.ts"

testQueries(1, 2)
