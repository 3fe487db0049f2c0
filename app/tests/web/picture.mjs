// Pictures of the page, and what can be said of two of them.

import { createRequire } from "node:module";

const { PNG } = createRequire(`${process.env.WARPBENCH_WEB_MODULES}/`)("pngjs");

export class Picture {
  constructor(png) {
    this.png = Buffer.from(png);
    // Four bytes of each pixel, as one number.
    const { data } = PNG.sync.read(this.png);
    this.pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  }

  get colours() {
    return new Set(this.pixels).size;
  }

  equals(other) {
    return this.png.equals(other.png);
  }

  // How many pixels are not the same.
  distance(other) {
    if (this.pixels.length !== other.pixels.length) return Infinity;
    return this.pixels.reduce((sum, pixel, at) => sum + (pixel !== other.pixels[at] ? 1 : 0), 0);
  }

  // Whether more than a cursor's worth of pixels is different.
  differsFrom(other) {
    return this.distance(other) > 50;
  }
}
