// Light or dark: the system's choice until the member makes one.

import { useCallback, useEffect, useState } from "react";
import { remember, remembered } from "./remembered";

const system = matchMedia("(prefers-color-scheme: dark)");

export function useTheme(): [dark: boolean, toggle: () => void] {
  const [chosen, setChosen] = useState(remembered("theme"));
  const [systemDark, setSystemDark] = useState(system.matches);
  useEffect(() => {
    const changed = () => setSystemDark(system.matches);
    system.addEventListener("change", changed);
    return () => system.removeEventListener("change", changed);
  }, []);
  const dark = chosen ? chosen === "dark" : systemDark;
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }, [dark]);
  const toggle = useCallback(() => {
    const next = dark ? "light" : "dark";
    remember("theme", next);
    setChosen(next);
  }, [dark]);
  return [dark, toggle];
}
