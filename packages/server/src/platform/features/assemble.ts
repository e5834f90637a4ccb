import { Layer } from "effect"
import type { Feature } from "./feature.ts"

type Features = ReadonlyArray<Feature>

type Merged<Each extends Layer.Any> = Layer.Layer<Layer.Success<Each>, Layer.Error<Each>, Layer.Services<Each>>

/** Services of a list in which each may ask for those before it; what none of them gives is asked for. */
type Stacked<List extends Features, Given = never, Fails = never, Asked = never> = List extends readonly [
  infer First extends Feature,
  ...infer Rest extends Features
]
  ? Stacked<
      Rest,
      Given | Layer.Success<First["services"]>,
      Fails | Layer.Error<First["services"]>,
      Asked | Exclude<Layer.Services<First["services"]>, Given>
    >
  : Layer.Layer<Given, Fails, Asked>

type AnyLayer = Layer.Layer<never, unknown, unknown>

const empty: AnyLayer = Layer.empty

/** One part of all features, which do not need each other for it. */
export const merge = <const List extends Features, Part extends keyof Feature>(features: List, part: Part) =>
  features
    .map((each) => each[part] as AnyLayer)
    .reduce((all, layer) => Layer.merge(all, layer), empty) as unknown as Merged<List[number][Part]>

/** The services of features, each of which may ask for those listed before it. */
export const stack = <const List extends Features>(features: List) =>
  features
    .map((each) => each.services as AnyLayer)
    .reduce((below, layer) => Layer.provideMerge(layer, below), empty) as unknown as Stacked<List>
