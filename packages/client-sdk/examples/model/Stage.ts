import {
  Box3,
  type BufferGeometry,
  CanvasTexture,
  Color,
  DirectionalLight,
  Fog,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  RepeatWrapping,
  Scene,
  ShadowMaterial,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer
} from "three"
import { OrbitControls } from "three/addons/controls/OrbitControls.js"

const night = 0x10131a
const roomMetres = 40

/** A square metre of floor, with a line at its edge and finer ones at each quarter. */
const tile = (): CanvasTexture => {
  const pixels = 512
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = pixels
  const context = canvas.getContext("2d")!
  context.fillStyle = "#10131a"
  context.fillRect(0, 0, pixels, pixels)
  for (let quarter = 0; quarter <= 4; quarter++) {
    const isEdge = quarter % 4 === 0
    context.fillStyle = isEdge ? "#46546f" : "#252c3a"
    const at = (quarter * pixels) / 4 - 2
    context.fillRect(at, 0, 4, pixels)
    context.fillRect(0, at, pixels, 4)
  }
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.repeat.set(roomMetres, roomMetres)
  texture.anisotropy = 8
  return texture
}

/** Some files leave the directions of their surfaces to the reader. */
const ensureNormals = (geometry: BufferGeometry): void => {
  const normals = geometry.getAttribute("normal")
  if (normals === undefined || normals.array.every((value) => value === 0)) geometry.computeVertexNormals()
}

/** A floor with lights and one body on it. It draws when something has changed. */
export class Stage {
  /** Called before each picture with the seconds since the last; whether there is more to move. */
  onFrame: (seconds: number) => boolean = () => false
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  /** Up is z here as it is for robots; for three it is y. */
  private readonly room = new Group()
  private readonly camera = new PerspectiveCamera(38, 1, 0.01, 100)
  private readonly sun = new DirectionalLight(0xffffff, 2.4)
  private readonly controls: OrbitControls
  private readonly canvas: HTMLCanvasElement
  private body: Object3D | null = null
  private asked = false
  private last = 0

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
    this.renderer = new WebGLRenderer({ canvas, antialias: true })
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap
    this.scene.background = new Color(night)
    this.scene.fog = new Fog(night, 3, 12)
    this.room.rotation.x = -Math.PI / 2
    const ground = new Mesh(new PlaneGeometry(roomMetres, roomMetres), new MeshBasicMaterial({ map: tile() }))
    ground.position.z = -0.002
    const floor = new Mesh(new PlaneGeometry(roomMetres, roomMetres), new ShadowMaterial({ opacity: 0.45 }))
    floor.receiveShadow = true
    this.room.add(ground, floor)
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(1024, 1024)
    Object.assign(this.sun.shadow, { bias: -0.0005, normalBias: 0.01 })
    this.scene.add(this.room, new HemisphereLight(0xdfe8ff, 0x2a2f3a, 1.6), this.sun, this.sun.target)
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.maxPolarAngle = Math.PI * 0.49
    this.controls.addEventListener("change", () => this.draw())
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!)
    this.resize()
  }

  /** Puts a body on the floor in place of the last one, and looks at it from nearby. */
  show(body: Object3D | null): void {
    this.body?.removeFromParent()
    this.body = body
    if (body !== null) this.room.add(body)
    this.frame()
  }

  /** Looks at the body anew: its files come one after the other. */
  frame(): void {
    if (this.body !== null) {
      this.scene.updateMatrixWorld(true)
      this.body.traverse((part) => {
        Object.assign(part, { castShadow: true, receiveShadow: true })
        if (part instanceof Mesh) ensureNormals(part.geometry)
      })
      const box = new Box3().setFromObject(this.body)
      if (!box.isEmpty()) {
        const middle = box.getCenter(new Vector3())
        const size = Math.max(0.3, box.getSize(new Vector3()).length())
        this.controls.target.copy(middle)
        this.camera.position.copy(middle).add(new Vector3(size * 1.05, size * 0.75, size * 1.05))
        const shadow = this.sun.shadow.camera
        Object.assign(shadow, { left: -size, right: size, top: size, bottom: -size, near: 0.01, far: size * 6 })
        shadow.updateProjectionMatrix()
        this.controls.update()
        this.light(size)
      }
    }
    this.draw()
  }

  /** Goes along with the body by so much, in the room's directions. */
  follow(dx: number, dy: number): void {
    const moved = new Vector3(dx, 0, -dy)
    this.controls.target.add(moved)
    this.camera.position.add(moved)
    this.sun.position.add(moved)
    this.sun.target.position.add(moved)
    this.controls.update()
  }

  /** Draws with the next picture of the screen. */
  draw(): void {
    if (this.asked) return
    this.asked = true
    requestAnimationFrame((now) => {
      this.asked = false
      const moves = this.onFrame(Math.min(0.1, (now - this.last) / 1000))
      this.last = now
      this.renderer.render(this.scene, this.camera)
      if (moves) this.draw()
    })
  }

  private light(size: number): void {
    this.sun.target.position.copy(this.controls.target)
    this.sun.position.copy(this.controls.target).add(new Vector3(size * 0.8, size * 2, size * 0.4))
  }

  private resize(): void {
    const { clientHeight, clientWidth } = this.canvas.parentElement!
    if (clientHeight === 0) return
    this.renderer.setSize(clientWidth, clientHeight, false)
    this.camera.aspect = clientWidth / clientHeight
    this.camera.updateProjectionMatrix()
    this.draw()
  }
}
