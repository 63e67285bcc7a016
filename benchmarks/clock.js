// Start a clock that the next click sets off; `clock` then promises {painted, done}, milliseconds.
({ head, linked }) => {
  const app = document.querySelector('[data-testid="stApp"]');
  const title = () => document.querySelector(".head_view .right h3")?.textContent;
  const drawn = () => title() === `Layer 1, head ${head}` || window.drawnHead === head;
  const linkedHead = () => new URLSearchParams(location.search).get("head") ?? "1";
  const named = () => !linked || linkedHead() === `${head}`;
  const plot = document.querySelector("#plot-map");
  plot?.removeAllListeners("plotly_afterplot");
  plot?.on("plotly_afterplot", () => { window.drawnHead = plot._fullLayout.meta; });

  window.clock = new Promise((resolve) => addEventListener("click", ({ timeStamp }) => {
    const times = {};
    const note = (name) => {
      times[name] = performance.now() - timeStamp;
      if (times.painted && times.done) resolve(times);
    };
    const look = () => requestAnimationFrame(drawn()
      ? () => requestAnimationFrame(() => note("painted")) : look);
    look();
    // A short run may come and go between two updates of the page: then, the drawing tells.
    let ran = false;
    const watch = setInterval(() => {
      const running = app.dataset.testScriptState === "running";
      ran ||= running || (!linked && drawn());
      if (!ran || running || !named()) return;
      clearInterval(watch);
      note("done");
    }, 2);
  }, { capture: true, once: true }));
}
