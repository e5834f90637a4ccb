const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""))

export const svgNamespace = "http://www.w3.org/2000/svg"
export const xlinkNamespace = "http://www.w3.org/1999/xlink"

/** What drawing programs note beside an image. No browser gives any of it a meaning. */
export const inertNamespaces: ReadonlySet<string> = new Set([
  "http://www.inkscape.org/namespaces/inkscape",
  "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  "http://creativecommons.org/ns#",
  "http://web.resource.org/cc/",
  "http://purl.org/dc/elements/1.1/",
  "http://www.serif.com/",
  "http://www.bohemiancoding.com/sketch/ns",
  "http://www.figma.com/figma/ns",
  "https://boxy-svg.com"
])

export const elements = words(`
  svg g defs symbol use title desc metadata switch style
  path rect circle ellipse line polyline polygon image text tspan textPath
  clipPath mask pattern marker linearGradient radialGradient stop filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateTransform animateMotion mpath set`)

/** What may change over time: how things look and where they are, never what they refer to. */
export const animated = words(`
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
  font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing
  lighting-color marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order
  pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform
  transform-box transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height dx dy rotate textLength offset pathLength viewBox
  preserveAspectRatio gradientTransform patternTransform refX refY markerWidth markerHeight startOffset
  azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation in in2 intercept k1 k2 k3 k4 kernelMatrix
  kernelUnitLength limitingConeAngle mode numOctaves operator order pointsAtX pointsAtY pointsAtZ preserveAlpha
  radius result scale seed slope specularConstant specularExponent stdDeviation stitchTiles surfaceScale tableValues
  targetX targetY type values xChannelSelector yChannelSelector z amplitude exponent`)

/** Attributes of no namespace, beside the ones above. What they hold is checked as CSS. */
export const others = words(`
  style media gradientUnits spreadMethod patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits
  filterUnits primitiveUnits markerUnits orient lengthAdjust method side spacing zoomAndPan enable-background
  attributeType begin dur end min max restart repeatCount repeatDur fill calcMode keyTimes keySplines keyPoints
  from to by additive accumulate path origin glyph-orientation-vertical glyph-orientation-horizontal
  color-profile color-rendering kerning font crossorigin decoding focusable`)

/** Attributes of words for people and programs, which draw nothing. */
export const described = words(
  "id class lang role tabindex version baseProfile systemLanguage requiredFeatures requiredExtensions"
)
