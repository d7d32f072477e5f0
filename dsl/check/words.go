package check

// Setting is a setting that a declaration may have.
type Setting struct {
	Name  string
	Value string   // what stands right of the colon: duration, rate, number, word, name…
	Words []string // of a word: the choices
	Inert bool     // without effect, or refused, in this version
}

var settingValues = [...]string{intSetting: "whole number", countsSetting: "whole number, or a range", durationSetting: "duration", rateSetting: "rate",
	numberSetting: "number", percentSetting: "percent", percentsSetting: "percent, or a range", stringSetting: "text", wordSetting: "word",
	nameSetting: "name", formSetting: "form", blockSetting: "block", secretSetting: "secret", urlSetting: "url",
	urlsSetting: "list of urls", rampSetting: "list of percents"}

// Settings of a declaration, in the order of their table: resource, service,
// function, scene, tier, degrade or experiment.
func Settings(of string) []Setting {
	var table []setting
	switch of {
	case "resource":
		table = resourceSettings
	case "service":
		table = serviceSettings
	case "function":
		table = functionSettings
	case "scene":
		table = sceneSettings
	case "tier":
		table = tierSettings
	case "degrade":
		table = degradeSettings
	case "experiment":
		table = experimentSettings
	}
	out := make([]Setting, len(table))
	for i, s := range table {
		out[i] = Setting{Name: s.name, Value: settingValues[s.kind], Words: s.words, Inert: s.inert || s.name == "store"}
	}
	return out
}

// TypeWords are the words of the language's types.
func TypeWords() []string { return append([]string(nil), typeWords...) }
