#!/usr/bin/env node
import { launch } from "./launch.mjs"

launch("conformance/main.ts")
