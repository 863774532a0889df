/** The golden model: the module in the page, asked by JSON. */

/**
 * @typedef {{answer?: any, code?: number, refused?: string}} Answer
 * An answer, or the exit code and the sentence with which the command line refuses.
 */

/** Takes the module out of its base64 text and returns the function that asks it. */
export async function load(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  let model = await WebAssembly.instantiate(module);
  const [write, read] = [new TextEncoder(), new TextDecoder()];

  /** Returns the text of an answer. */
  const answer = async (request) => {
    const bytes = write.encode(JSON.stringify(request));
    const { reserve, answer, found, memory } = model.exports;
    const place = reserve(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, place);
    try {
      const length = answer();
      return read.decode(new Uint8Array(memory.buffer, found(), length));
    } catch (trap) {
      // After a panic nothing in its memory can be trusted.
      model = await WebAssembly.instantiate(module);
      return JSON.stringify({ code: 70, refused: `error: internal error: ${trap.message}` });
    }
  };
  return { answer, ask: async (request) => /** @type {Answer} */ (JSON.parse(await answer(request))) };
}
