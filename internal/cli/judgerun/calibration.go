package judgerun

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"prism/internal/cli/job"
	"prism/internal/disk"
	"prism/internal/learn"
)

// Calibration is a map that was fitted to what one version of a judge said of labelled
// sessions: the file that holds it.
type Calibration struct {
	Schema   string    `json:"schema"`
	Judge    string    `json:"judge"`
	Version  string    `json:"judge_version"` // of the questions; its verdicts have another once it is in use
	Model    string    `json:"model"`
	Sessions int       `json:"sessions"`
	Map      learn.Map `json:"map"`
}

const (
	calibrationSchema = "prism.calibration/1"
	maxCalibration    = 64 << 10 // bytes of such a file
)

func calibrationFile(p *job.Program, version string) string {
	return filepath.Join(p.Folders().Calibrations(), version+".json")
}

// ReadCalibration is what was fitted to a version; the map that changes nothing where
// nothing was.
func ReadCalibration(p *job.Program, version string) (c Calibration, err error) {
	file := calibrationFile(p, version)
	data, err := disk.Read(file, maxCalibration)
	if disk.Missing(err) {
		return Calibration{}, nil
	}
	if err == nil {
		if err = json.Unmarshal(data, &c); err == nil && (c.Schema != calibrationSchema || c.Version != version) {
			err = errors.New("it is not one of this version")
		}
	}
	if err != nil {
		return Calibration{}, job.Hinted(fmt.Errorf("read the calibration %s: %w", p.Short(file), err), "Remove it, or fit it again: prism calibrate --gold LABELS.")
	}
	return c, nil
}

// KeepCalibration keeps a map for a version, in place of the one before.
func KeepCalibration(p *job.Program, c Calibration) (file string, err error) {
	c.Schema = calibrationSchema
	file = calibrationFile(p, c.Version)
	data, err := json.MarshalIndent(c, "", "  ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o700)
	}
	if err == nil {
		err = disk.Write(file, append(data, '\n'))
	}
	if err != nil {
		return "", fmt.Errorf("keep the calibration: %w", err)
	}
	return file, nil
}
