// Simulates a photo of a page: `damaged(png, kind, strength, seed)` returns a JPEG; both are data URLs.
// Runs in the drawing browser; `strength` is 1 (mild) or 2 (strong).

const chance = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const pixels = (source, width, height, smooth = "none") => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.filter = smooth;
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return { canvas, context };
};

// Maps points of the photo to points of the page: rotation, perspective, curl.
const seen = (source, kind, strength, random) => {
  const { width, height } = source.canvas;
  const data = source.context.getImageData(0, 0, width, height).data;
  const margin = Math.round(Math.min(width, height) * 0.04);
  const [outWidth, outHeight] = [width + 2 * margin, height + 2 * margin];
  const sign = () => (random() < 0.5 ? -1 : 1);
  const turn = sign() * (0.006 + 0.012 * random()) * strength * (kind === "turned" ? 1.6 : 1);
  const side = ["perspective", "photo"].includes(kind) ? sign() * 0.05 * strength * (0.6 + 0.4 * random()) : 0;
  const fan = ["perspective", "photo"].includes(kind) ? sign() * 0.03 * strength * random() : 0;
  const curl = ["curled", "photo"].includes(kind) ? sign() * 0.008 * height * strength * (0.7 + 0.3 * random()) : 0;
  const phase = random() * 2;
  const table = [110 + 60 * random(), 85 + 50 * random(), 60 + 40 * random()];
  const out = new OffscreenCanvas(outWidth, outHeight);
  const context = out.getContext("2d", { willReadFrequently: true });
  const image = context.createImageData(outWidth, outHeight);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let y = 0; y < outHeight; y++) {
    for (let x = 0; x < outWidth; x++) {
      const [u, v] = [x - outWidth / 2, y - outHeight / 2];
      const depth = 1 + (side * u) / outWidth + (fan * v) / outHeight;
      const [a, b] = [(cos * u + sin * v) / depth, (cos * v - sin * u) / depth];
      const sx = a + width / 2;
      const sy = b + height / 2 + curl * Math.sin((Math.PI * (sx + phase * width)) / width);
      const [ix, iy] = [Math.floor(sx), Math.floor(sy)];
      const at = (y * outWidth + x) * 4;
      for (let c = 0; c < 3; c++) {
        let value = table[c];
        if (ix >= 0 && iy >= 0 && ix < width - 1 && iy < height - 1) {
          const [fx, fy, p] = [sx - ix, sy - iy, (iy * width + ix) * 4 + c];
          value =
            (data[p] * (1 - fx) + data[p + 4] * fx) * (1 - fy) +
            (data[p + width * 4] * (1 - fx) + data[p + width * 4 + 4] * fx) * fy;
        }
        image.data[at + c] = value;
      }
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return { canvas: out, context };
};

// Adds a shadow, warm light and sensor noise.
const lit = ({ canvas, context }, kind, strength, random) => {
  const { width, height } = canvas;
  const image = context.getImageData(0, 0, width, height);
  const dark = ["shadow", "photo"].includes(kind) ? 0.22 * strength : 0.06 * strength;
  const noise = kind === "noise" ? 9 * strength : kind === "photo" ? 4 * strength : 2;
  const angle = random() * Math.PI * 2;
  const edge = (random() - 0.5) * 0.5;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = ((x / width - 0.5) * Math.cos(angle) + (y / height - 0.5) * Math.sin(angle) - edge) * 9;
      const light = 1 - dark / (1 + Math.exp(-along));
      const grain = (random() + random() + random() - 1.5) * 2 * noise;
      const at = (y * width + x) * 4;
      image.data[at] = image.data[at] * light + grain;
      image.data[at + 1] = image.data[at + 1] * light * (1 - 0.02 * strength) + grain;
      image.data[at + 2] = image.data[at + 2] * light * (1 - 0.06 * strength) + grain;
    }
  }
  context.putImageData(image, 0, 0);
};

const encoded = async (canvas, quality) => {
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality })).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
};

const turned = (source) => {
  const { width, height } = source.canvas;
  const canvas = new OffscreenCanvas(height, width);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.translate(height, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(source.canvas, 0, 0);
  return { canvas, context };
};

globalThis.damaged = async (png, kind, strength, seed) => {
  const random = chance(seed);
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  let page = pixels(bitmap, bitmap.width, bitmap.height);
  if (kind === "none") return encoded(page.canvas, 0.92);
  if (kind === "jpeg") return encoded(page.canvas, strength > 1 ? 0.12 : 0.3);
  if (kind === "small") {
    const part = strength > 1 ? 0.5 : 0.7;
    return encoded(pixels(bitmap, Math.round(bitmap.width * part), Math.round(bitmap.height * part)).canvas, 0.8);
  }
  page = seen(page, kind, strength, random);
  lit(page, kind, strength, random);
  const blur = kind === "blurred" ? 0.9 * strength : kind === "photo" ? 0.5 * strength : 0;
  if (blur > 0) page = pixels(page.canvas, page.canvas.width, page.canvas.height, `blur(${blur}px)`);
  if (kind === "sideways") page = turned(page);
  return encoded(page.canvas, kind === "photo" && strength > 1 ? 0.55 : 0.8);
};
